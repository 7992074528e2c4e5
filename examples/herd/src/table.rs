use std::fmt;

/// Rows of text below a head: printed in columns, or as comma-separated values.
///
/// The first column is aligned to the left, as text is, the others to the right, as numbers are.
///
/// ```
/// let mut table = herd::Table::new(["jitter", "calls"]);
/// table.row(["full", "796"]);
/// assert_eq!(table.to_string(), "jitter  calls\nfull      796\n");
/// assert_eq!(table.csv(), "jitter,calls\nfull,796\n");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with this head.
    #[must_use]
    pub fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Self {
        let mut table = Self { rows: Vec::new() };
        table.row(head);
        table
    }

    /// Adds a row.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The rows as comma-separated values; no cell here holds a comma or a quote.
    #[must_use]
    pub fn csv(&self) -> String {
        self.rows.iter().map(|row| row.join(",") + "\n").collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..self.rows.first().map_or(0, Vec::len)).map(width).collect();
        for row in &self.rows {
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "{cell:width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
