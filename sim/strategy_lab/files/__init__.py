"""Files that are whole or not there, regular files and no devices, and TOML."""
