import styled from '@emotion/styled';
import { Copy, RefreshCw } from 'lucide-react';
import { IconButton } from './Button';
import { tellFailure, toast } from './toast-store';
import { space, tokens } from './tokens';

/** Words in a line of text that do something, such as opening what they name. */
export const TextButton = styled.button`
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font-weight: 550;
  text-align: start;
  text-decoration: underline;
  text-decoration-color: ${tokens.lineStrong};
  text-underline-offset: 3px;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    text-decoration-color: currentColor;
  }
`;

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-width: 0;
  max-width: 100%;
  & code {
    overflow: hidden;
    font-size: ${tokens.caption};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** An id, cut where there is no room for it, with a button that copies all of it. */
export function CopyText({ what, text }: { what: string; text: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: `${what} Copied`, description: text });
    } catch {
      // No permission, or not a secure page: it can still be copied by hand.
      tellFailure(`Couldn't copy the ${what.toLowerCase()}`, text);
    }
  }
  return (
    <Line>
      <code title={text}>{text}</code>
      <IconButton
        label={`Copy ${what.toLowerCase()}`}
        icon={<Copy size={16} aria-hidden />}
        onClick={() => void copy()}
      />
    </Line>
  );
}

/** For a screen that nobody tells what others do: asks. */
export function RefreshButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton label="Refresh" variant="secondary" icon={<RefreshCw size={16} aria-hidden />} onClick={onClick} />
  );
}
