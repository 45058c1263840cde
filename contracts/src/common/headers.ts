/** Of a list's answer: where the next page begins. Absent on the last page. Apart from its schema, for the first load. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';
