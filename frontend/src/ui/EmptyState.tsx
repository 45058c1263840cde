import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { space, tokens } from './tokens';

const soft = tokens.surface3;
const line = tokens.lineStrong;
const ink = tokens.text3;

const SHAPES = {
  frames: (
    <>
      <rect x="18" y="26" width="40" height="68" rx="8" fill={soft} transform="rotate(-8 38 60)" />
      <rect x="102" y="26" width="40" height="68" rx="8" fill={soft} transform="rotate(8 122 60)" />
      <rect x="58" y="18" width="44" height="78" rx="9" fill={tokens.surface1} stroke={line} strokeWidth="2" />
      <circle cx="88" cy="36" r="6" fill={soft} />
      <path d="M63 80l12-18 9 11 6-8 8 15a6 6 0 0 1-6 6H68a6 6 0 0 1-5-6z" fill={soft} />
      <path d="M76 50l12 7-12 7z" fill={ink} />
    </>
  ),
  pages: (
    <>
      <rect x="40" y="18" width="64" height="82" rx="8" fill={soft} transform="rotate(-6 72 59)" />
      <rect x="52" y="16" width="64" height="86" rx="8" fill={tokens.surface1} stroke={line} strokeWidth="2" />
      <path d="M64 36h40M64 48h40M64 60h40M64 72h24" stroke={soft} strokeWidth="5" strokeLinecap="round" />
    </>
  ),
  swatches: (
    <>
      <rect x="28" y="34" width="48" height="48" rx="10" fill={soft} />
      <circle cx="84" cy="46" r="26" fill={tokens.surface1} stroke={line} strokeWidth="2" />
      <path d="M112 94L90 56l44 0z" fill={ink} opacity=".55" />
    </>
  ),
  compass: (
    <>
      <circle cx="80" cy="60" r="42" fill={tokens.surface1} stroke={line} strokeWidth="2" />
      <circle cx="80" cy="60" r="30" fill={soft} />
      <path d="M94 42L86 66 66 78l8-24z" fill={ink} />
    </>
  ),
  coins: (
    <>
      <ellipse cx="66" cy="86" rx="34" ry="12" fill={soft} />
      <ellipse cx="66" cy="72" rx="34" ry="12" fill={tokens.surface1} stroke={line} strokeWidth="2" />
      <circle cx="104" cy="44" r="26" fill={soft} />
      <path d="M108 28L94 47h9l-3 14 14-19h-9z" fill={tokens.accentInk} />
    </>
  ),
  calendar: (
    <>
      <rect x="36" y="24" width="88" height="76" rx="10" fill={tokens.surface1} stroke={line} strokeWidth="2" />
      <path d="M36 44h88" stroke={line} strokeWidth="2" />
      <path d="M56 16v16M104 16v16" stroke={ink} strokeWidth="5" strokeLinecap="round" />
      <rect x="50" y="56" width="14" height="12" rx="3" fill={soft} />
      <rect x="73" y="56" width="14" height="12" rx="3" fill={ink} />
      <rect x="96" y="56" width="14" height="12" rx="3" fill={soft} />
      <rect x="50" y="76" width="14" height="12" rx="3" fill={soft} />
      <rect x="73" y="76" width="14" height="12" rx="3" fill={soft} />
    </>
  ),
} satisfies Record<string, ReactNode>;
export type DrawingName = keyof typeof SHAPES;

/** Line drawings for empty states, 160 × 120 px. */
function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg data-drawing={name} width="160" height="120" viewBox="0 0 160 120" fill="none" aria-hidden>
      {SHAPES[name]}
    </svg>
  );
}

const Frame = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(2)};
  padding: ${space(12)} ${space(4)};
  text-align: center;
  & svg[data-drawing] {
    margin-bottom: ${space(2)};
  }
`;
const Line = styled.p`
  max-width: 52ch;
  color: ${tokens.text2};
`;
const Action = styled.div`
  margin-top: ${space(3)};
`;

interface EmptyStateProps {
  title: string;
  line?: ReactNode;
  action?: ReactNode;
  /** Name of a drawing, or a custom one. */
  drawing?: DrawingName | Exclude<ReactNode, string>;
  /** Heading level of the title, so that the page's outline stays correct. */
  level?: 1 | 2 | 3;
}
export function EmptyState({ title, line, action, drawing = 'frames', level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <Frame>
      {typeof drawing === 'string' ? <Drawing name={drawing as DrawingName} /> : drawing}
      <Heading style={{ fontSize: tokens.heading3 }}>{title}</Heading>
      {line && <Line>{line}</Line>}
      {action && <Action>{action}</Action>}
    </Frame>
  );
}

export interface UnreadableProps extends Pick<EmptyStateProps, 'level'> {
  /** The thing that could not be loaded, such as 'the scenes'. */
  what: string;
  retry?: () => unknown;
  /** True while a retry is running. */
  isTrying?: boolean;
}

/** Shows that content could not be loaded, in place of the content. */
export function Unreadable({ what, retry, isTrying, level }: UnreadableProps) {
  return (
    <EmptyState
      level={level}
      drawing="compass"
      title={`Couldn't load ${what}`}
      line="Nothing is lost. Check your connection and try again."
      action={
        retry && (
          <Button loading={isTrying} onClick={() => void retry()}>
            Try Again
          </Button>
        )
      }
    />
  );
}
