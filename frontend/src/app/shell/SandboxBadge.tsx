import styled from '@emotion/styled';
import type { Installation } from '@storyreel/contracts';
import { FlaskConical } from 'lucide-react';
import { useInstallation } from '../../domains/accounts/queries';
import { mobile, space, tokens, Tooltip } from '../../ui';

const Pill = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: ${space(1)};
  min-height: 24px;
  padding: 0 ${space(2)};
  border: 1px dashed ${tokens.lineStrong};
  border-radius: 12px;
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-weight: 550;
  white-space: nowrap;
  cursor: default;
  ${mobile} {
    padding: 0 ${space(1)};
    & .words {
      display: none;
    }
  }
`;

const THINGS = { image: 'images', video: 'clips', text: 'texts', speech: 'narration' } as const;
const KINDS = ['image', 'video', 'text', 'speech'] as const;

type Kind = (typeof KINDS)[number];

const inWords = (kinds: readonly Kind[]): string => {
  const made = kinds.map((kind) => THINGS[kind]);
  const list = [made.slice(0, -1).join(', '), made.at(-1)].filter(Boolean).join(' and ');
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
};

/** Who makes what, the sandbox first; null when it makes nothing. */
function sandboxText({ providers }: Installation): string | null {
  const bySandbox = KINDS.filter((kind) => providers[kind].sandbox);
  if (bySandbox.length === 0) return null;
  const others = KINDS.filter((kind) => !providers[kind].sandbox);
  if (others.length === 0) return `${inWords(KINDS)} come from the built-in sandbox.`;
  const makers = [...new Set(others.map((kind) => providers[kind].label))];
  const made = makers.map((maker) => `${inWords(others.filter((kind) => providers[kind].label === maker))}: ${maker}.`);
  return [`${inWords(bySandbox)}: built-in sandbox.`, ...made].join(' ');
}

/** Says that what is made here is not made by the real generators. */
export function SandboxBadge() {
  const { data } = useInstallation();
  const text = data ? sandboxText(data) : null;
  if (text === null) return null;
  return (
    <Tooltip content={text} side="bottom">
      <Pill role="note" tabIndex={0} aria-label={`Sandbox. ${text}`}>
        <FlaskConical size={16} aria-hidden />
        <span className="words">Sandbox</span>
      </Pill>
    </Tooltip>
  );
}
