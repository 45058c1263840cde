export function ZapsScreen() { return null; }
