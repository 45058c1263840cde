import styled from '@emotion/styled';
import { Copy, RefreshCw } from 'lucide-react';
import { IconButton } from './Button';
import { tellFailure, toast } from './toast-store';
import { space, tokens } from './tokens';

/** A button that looks like a link within a line of text. */
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

/** Shows an id, shortened when space is scarce, with a button that copies the full id. */
export function CopyText({ what, text }: { what: string; text: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: `${what} Copied`, description: text });
    } catch {
      // Without permission, or on an insecure page, copying fails; the toast shows the text so that the user can copy
      // it.
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

/** A refresh button, for screens that receive no pushes about other users' changes. */
export function RefreshButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton label="Refresh" variant="secondary" icon={<RefreshCw size={16} aria-hidden />} onClick={onClick} />
  );
}
