/** The bar of a narrow window holds more names than it shows: that of the open tab is brought to its middle. */
export function showOpenTab(bar: HTMLElement | null): void {
  const name = bar?.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!bar || !name) return;
  const frame = bar.getBoundingClientRect();
  const { left, width } = name.getBoundingClientRect();
  bar.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
}
