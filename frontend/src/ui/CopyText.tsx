import styled from '@emotion/styled';
import { Copy } from 'lucide-react';
import { IconButton } from './IconButton';
import { tellFailure, toast } from './toast-store';
import { space, tokens } from './tokens';

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
