import styled from '@emotion/styled';
import { useRef, type ReactNode } from 'react';
import type { AutosaveField } from '../platform/useAutosave';
import { InlineEdit, type InlineEditProps } from '.';
import { ReplacedTexts } from './ReplacedTexts';
import { SaveState } from './SaveState';
import type { InlineEditHandle } from './useInlineEdit';

export interface AutosavedInlineEditProps extends Omit<InlineEditProps, 'value' | 'onSave' | 'onDraft' | 'handle'> {
  field: AutosaveField<string>;
  /** Puts the text itself into something, a heading for example; what is said below it stays outside. */
  wrap?: (text: ReactNode) => ReactNode;
}

const Notes = styled.div`
  min-width: 0;
  &:empty {
    display: none;
  }
`;

/** A text that is edited in place and saved when the edit ends. */
export function AutosavedInlineEdit({ field, wrap, ...edit }: AutosavedInlineEditProps) {
  const edited = useRef<InlineEditHandle>(null);

  function save(text: string): void {
    field.setValue(text);
    void field.flush();
  }
  const keep = (text: string | null): void => field.keep(text === null ? null : { value: text.trim() });
  function discard(): void {
    edited.current?.abandon();
    field.discard();
  }
  const text = <InlineEdit {...edit} handle={edited} value={field.value} onSave={save} onDraft={keep} />;
  return (
    <>
      {wrap ? wrap(text) : text}
      <Notes data-notes>
        {field.hasError && <SaveState {...field} discard={discard} />}
        <ReplacedTexts field={field} />
      </Notes>
    </>
  );
}
