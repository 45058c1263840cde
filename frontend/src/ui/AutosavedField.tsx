import styled from '@emotion/styled';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { InlineEdit } from '.';
import type { InlineEditProps } from '.';
import type { AutosaveField } from '../platform/autosave/autosave-registry';
import { dateFormat } from '../platform/time/written-dates';
import { Field } from './Field';
import { GrowingTextarea } from './GrowingTextarea';
import type { InlineEditHandle } from './InlineEdit';
import { ReplacedTexts } from './KeptTexts';
import { characters, lengthNote } from './LengthNote';
import { Row } from './layout';
import { space, tokens } from './tokens';

// The line keeps its height while empty, so that nothing below it moves.
const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 6px;
  min-height: 20px;
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
const Failure = styled.span`
  color: ${tokens.danger};
`;
const Action = styled.button`
  min-height: 32px;
  margin: -6px 0;
  padding: 0 8px;
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  color: ${tokens.text1};
  font-weight: 600;
  text-decoration: underline;
  cursor: pointer;
  &:hover {
    background: ${tokens.surface3};
  }
`;

const clockTime = dateFormat({ timeStyle: 'short' });

export interface SaveStateProps {
  isSaving: boolean;
  hasError: boolean;
  /** Time in milliseconds since 1970. */
  lastSaved: number | null;
  retry: () => unknown;
  /** Discards the edit and restores the stored text. */
  discard: () => void;
}

/** Shows the state of an autosave. After a failure, the text stays until it is saved or discarded. */
export function SaveState({ isSaving, hasError, lastSaved, retry, discard }: SaveStateProps) {
  return (
    <Line role="status">
      {hasError ? (
        <>
          <Failure title="Your text is kept in this browser and saved once the server can be reached.">
            Failed to save
          </Failure>
          <Action type="button" onClick={() => void retry()}>
            Retry
          </Action>
          {/* Keeps the focus in the field, which would otherwise save the discarded text on blur. */}
          <Action type="button" onMouseDown={(event) => event.preventDefault()} onClick={discard}>
            Discard
          </Action>
        </>
      ) : isSaving ? (
        'Saving...'
      ) : (
        lastSaved !== null && `Saved ${clockTime(lastSaved)}`
      )}
    </Line>
  );
}

export interface AutosavedTextAreaProps {
  field: AutosaveField<string>;
  label: ReactNode;
  rows: number;
  /** Limit in characters. */
  maxLength: number;
  hint?: string;
  /** Buttons below the field. */
  actions?: ReactNode;
}

/** A textarea that autosaves, with its save state and its replaced texts. */
export function AutosavedTextArea({ field, label, rows, maxLength, hint, actions }: AutosavedTextAreaProps) {
  const note = lengthNote(field.value, characters(maxLength));
  return (
    <div>
      <Field label={label} hint={hint} {...note} aside={<SaveState {...field} />}>
        {(ids) => (
          <GrowingTextarea
            {...ids}
            rows={rows}
            value={field.value}
            onChange={(event) => field.setValue(event.target.value)}
          />
        )}
      </Field>
      <ReplacedTexts field={field} />
      {actions && (
        <Row gap={2} style={{ marginTop: space(2) }}>
          {actions}
        </Row>
      )}
    </div>
  );
}

export interface AutosavedInlineEditProps extends Omit<InlineEditProps, 'value' | 'onSave' | 'onDraft' | 'handle'> {
  field: AutosaveField<string>;
  /** Wraps the text, for example in a heading; the notes below the text stay outside. */
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

interface Landed {
  target: EventTarget;
}

const landsOn = ({ target }: Landed, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Returns true if the event is on the notes below an inline text: Retry, Discard or Bring Back. */
export const landsOnNotes = (event: Landed): boolean => landsOn(event, '[data-notes]');

/** Returns true if the event is on a control within a card, so that it must not open or drag the card. */
export const landsOnControl = (event: Landed): boolean =>
  landsOnNotes(event) || landsOn(event, 'button, input, textarea, [role="menu"], [role="menuitem"]');

export const landsOnLink = (event: Landed): boolean => landsOn(event, 'a');
