//! Controls that the panels are made of. They draw and report; none of them knows a graph.

pub mod ago;
pub mod bar;
pub mod expression;
pub mod gradient;
pub mod icon;
pub mod mark;
pub mod modal;
pub mod number;
pub mod row;
pub mod scroll;
pub mod text;
pub mod tone;
