//! The vocabulary of nodes: what holds for every kind, and what the kinds of arithmetic, adjustment, selection, shape and
//! domain compute.

mod adjusting;
mod domains;
mod every_kind;
mod manual;
mod reference;
mod selecting;
mod shapes;
mod structure;
