import styled from '@emotion/styled';
import { useRef, type ReactNode } from 'react';
import { keptTexts } from '../platform/kept-texts';
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
  function keep(text: string | null): void {
    // What has failed is kept already, and must not be forgotten when an edit of it ends without a change.
    if (text !== null) keptTexts.keepDraft(field.name, { value: text.trim(), base: field.stored });
    else if (!field.isDirty) keptTexts.keepDraft(field.name, null);
  }
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
