//! The native part of the Python package: the library's verbs, with arguments and answers as JSON. What is friendly is written in
//! Python.
#![cfg(feature = "extension")]

mod analysis;
mod ask;
mod plan;
mod work;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::analysis::{NativeAnalysis, compare, comparison, games, new_analysis, verify};
    #[pymodule_export]
    use crate::plan::{NativePlan, units};
    #[pymodule_export]
    use crate::work::ShoeproofError;
}
