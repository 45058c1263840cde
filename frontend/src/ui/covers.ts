/** Whether one element lies over some of another, in the window as it is now. */
export function covers(upper: Element, lower: Element): boolean {
  const [a, b] = [upper.getBoundingClientRect(), lower.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
