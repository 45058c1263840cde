/** What a question before a deletion says of what Recently Deleted lists, and of what nothing brings back. */
export const RESTORABLE = 'You can restore it from Recently Deleted.';
export const FINAL = 'This action cannot be undone.';
