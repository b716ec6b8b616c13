//! Writes the page that leads to a folder's reports: `index [REPORTS [FILE]]`, from the repository's root. Without a file it is `index.html` of the folder.

use std::path::{Path, PathBuf};
use std::{env, error::Error, fs};

use certificate::ReportDocument;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "reports".to_owned()));
    let mut reports = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let Ok(text) = fs::read_to_string(path.join("report.json")) else { continue };
        let document: ReportDocument =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        reports.push((name, document));
    }
    let comparisons = comparisons(&folder)?;
    let page = env::args().nth(2).map_or_else(|| folder.join("index.html"), PathBuf::from);
    fs::write(&page, report::index(&reports, &comparisons, &analyses(Path::new("analyses"))?)?)?;
    println!("{}: {} reports, {} comparisons", page.display(), reports.len(), comparisons.len());
    Ok(())
}

/// Every comparison, by folder and title.
fn comparisons(reports: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut all = Vec::new();
    let home = reports.join("comparisons");
    if !home.is_dir() {
        return Ok(all);
    }
    for entry in fs::read_dir(home)? {
        let entry = entry?;
        let Ok(text) = fs::read_to_string(entry.path().join("comparison.json")) else { continue };
        let comparison: serde_json::Value = serde_json::from_str(&text)?;
        let title = comparison["title"].as_str().ok_or("a comparison without a title")?.to_owned();
        all.push((format!("comparisons/{}", entry.file_name().to_string_lossy()), title));
    }
    all.sort();
    Ok(all)
}

/// Every analysis file, by path.
fn analyses(home: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut all = Vec::new();
    for game in fs::read_dir(home)?.filter_map(Result::ok).filter(|game| game.path().is_dir()) {
        for file in fs::read_dir(game.path())? {
            let path = file?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                all.push(path.display().to_string());
            }
        }
    }
    all.sort();
    Ok(all)
}
