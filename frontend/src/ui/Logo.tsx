import { tokens } from '.';

/** The logo: a film frame with a bolt. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ flex: 'none' }}>
      <rect x="8" y="2" width="16" height="28" rx="5" fill={tokens.text1} />
      <path d="M17.6 7.5l-5.1 8h3.3l-1.3 8.5 5.6-9.6h-3.4z" fill={tokens.accent} />
    </svg>
  );
}
