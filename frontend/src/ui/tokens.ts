/** Names of the design's values. theme.ts assigns their colours for each theme; components use only the names. */
export const tokens = {
  surface0: 'var(--surface-0)',
  surface1: 'var(--surface-1)',
  surface2: 'var(--surface-2)',
  surface3: 'var(--surface-3)',
  text1: 'var(--text-1)',
  text2: 'var(--text-2)',
  text3: 'var(--text-3)',
  line: 'var(--line)',
  /** Edges of controls, with a contrast of 3:1 against every surface. */
  lineStrong: 'var(--line-strong)',
  /** Only for zaps and the primary action of a screen. */
  accent: 'var(--accent)',
  accentHover: 'var(--accent-hover)',
  onAccent: 'var(--on-accent)',
  /** The accent as a text colour on a surface. */
  accentInk: 'var(--accent-ink)',
  accentSoft: 'var(--accent-soft)',
  positive: 'var(--positive)',
  positiveSoft: 'var(--positive-soft)',
  warning: 'var(--warning)',
  warningSoft: 'var(--warning-soft)',
  danger: 'var(--danger)',
  dangerSoft: 'var(--danger-soft)',
  dangerSolid: 'var(--danger-solid)',
  dangerSolidHover: 'var(--danger-solid-hover)',
  onDanger: 'var(--on-danger)',
  focus: 'var(--focus)',
  overlay: 'var(--overlay)',
  shadow: 'var(--shadow)',
  shadowLift: 'var(--shadow-lift)',
  radiusSmall: 'var(--radius-small)',
  radius: 'var(--radius)',
  radiusMedia: 'var(--radius-media)',
  radiusCard: 'var(--radius-card)',
  font: 'var(--font)',
  caption: 'var(--font-caption)',
  body: 'var(--font-body)',
  heading3: 'var(--font-heading-3)',
  heading2: 'var(--font-heading-2)',
  heading1: 'var(--font-heading-1)',
  fast: 'var(--motion-fast)',
  slow: 'var(--motion-slow)',
  /** Horizontal padding of a page: 24 px, or 16 px on phones. */
  gutter: 'var(--gutter)',
} as const;

/** Returns a length in multiples of 4 px. */
export const space = (steps: number): string => `${steps * 4}px`;

/** Width in pixels below which a window counts as mobile. */
const MOBILE_BELOW = 768;
/** Media query for mobile windows, in the form that `matchMedia` needs. */
export const MOBILE = `(max-width: ${MOBILE_BELOW - 0.02}px)`;
export const mobile = `@media ${MOBILE}`;
/**
 * Media query for touch screens of any width, which need targets of 44 px and a font size of at least 16 px in fields,
 * since iOS zooms in on smaller ones.
 */
export const touch = '@media (pointer: coarse)';
