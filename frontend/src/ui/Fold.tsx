import styled from '@emotion/styled';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { space, tokens, touch } from './tokens';

const Opener = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  min-height: 36px;
  padding: 0;
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  color: ${tokens.text1};
  font-weight: 550;
  text-align: start;
  cursor: pointer;
  & > svg {
    flex: none;
    color: ${tokens.text3};
    transition: transform ${tokens.fast};
  }
  &[aria-expanded='true'] > svg {
    transform: rotate(90deg);
  }
  & > small {
    margin-left: auto;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  ${touch} {
    min-height: 44px;
  }
`;
const Body = styled.div`
  padding-top: ${space(2)};
`;

export interface FoldProps {
  title: ReactNode;
  /** Shown at the end of the line while the section is closed. */
  summary?: ReactNode;
  defaultOpen?: boolean;
  children: ReactNode;
}

/** A section that is collapsed to one line until the user opens it. */
export function Fold({ title, summary, defaultOpen = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  const bodyId = useId();
  return (
    <div>
      <Opener
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight size={16} aria-hidden />
        {title}
        {!isOpen && <small>{summary}</small>}
      </Opener>
      {isOpen && <Body id={bodyId}>{children}</Body>}
    </div>
  );
}
