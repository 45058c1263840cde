import styled from '@emotion/styled';
import type { ReplacedBy } from '../platform/autosave-types';
import { keptTexts, useReplacedTexts } from '../platform/kept-texts';
import type { AutosaveField } from '../platform/useAutosave';
import { Button, mobile, space, tokens } from '.';

const Notes = styled.ul`
  margin-top: ${space(2)};
  display: grid;
  gap: ${space(2)};
`;
const Note = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  font-size: ${tokens.caption};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Excerpt = styled.q`
  display: block;
  overflow: hidden;
  color: ${tokens.text2};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Actions = styled.div`
  display: flex;
  gap: ${space(1)};
`;

const REASONS: Record<ReplacedBy, string> = {
  'other window': 'Another window saved over your text.',
  'this window': 'You saved over a text from another window.',
  'newer save': 'An unsaved text from an earlier visit is kept here.',
  'earlier text': 'You replaced this text by an earlier one.',
};
/** Of a text that may be a whole story. */
const EXCERPT_LENGTH = 160;
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

/** Texts that lost their place in a field: each can be brought back, and the one it replaces is kept in turn. */
export function ReplacedTexts({ field }: { field: AutosaveField<string> }) {
  // What the field says (again) needs no bringing back.
  const texts = useReplacedTexts(field.name).filter(({ value }) => value !== field.value);
  if (texts.length === 0) return null;
  return (
    <Notes role="status">
      {texts.map(({ id, value, by, at }) => (
        <Note key={id}>
          <span>
            {REASONS[by]} <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
            <Excerpt dir="auto">{value.slice(0, EXCERPT_LENGTH)}</Excerpt>
          </span>
          <Actions>
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                keptTexts.forgetReplaced(id);
                keptTexts.keepReplaced(field.name, field.value, 'earlier text');
                field.setValue(value);
              }}
            >
              Bring back
            </Button>
            <Button variant="ghost" size="small" onClick={() => keptTexts.forgetReplaced(id)}>
              Dismiss
            </Button>
          </Actions>
        </Note>
      ))}
    </Notes>
  );
}
