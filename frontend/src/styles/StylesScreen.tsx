export function StylesScreen() { return null; }
