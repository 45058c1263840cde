import styled from '@emotion/styled';
import { isMediaUrl, LIMITS, type Project } from '@storyreel/contracts';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { isForInputMethod } from '../../../platform/input-method';
import { withSession } from '../../../platform/http/api-client';
import { logError } from '../../../platform/log';
import { useProjectAutosave } from '../../projects/useProjectAutosave';
import { SaveState } from '../../../ui/AutosavedField';
import { Button, characters, Field, fitsLimit, Input, lengthNote, space, tokens } from '../../../ui';

const Preview = styled.img`
  display: block;
  width: 100%;
  max-height: 320px;
  margin-top: ${space(2)};
  object-fit: contain;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
`;

const Failure = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  margin-top: ${space(2)};
  color: ${tokens.text2};
`;

const LIMIT = characters(LIMITS.url);
const noteOf = (address: string) => {
  if (!fitsLimit(address, LIMIT)) return lengthNote(address, LIMIT);
  return address === '' || isMediaUrl(address)
    ? {}
    : { error: 'Enter an address that starts with http:// or https://' };
};
const valueOf = (text: string): string | null => text.trim() || null;

/**
 * Only our own server knows for certain. A picture from elsewhere may be missing because its server is slow or busy or
 * lets nobody in, or because the network or the session is gone: its address is right all the same.
 */
async function isGone(address: string): Promise<boolean> {
  if (!address.startsWith('/api/media/')) return false;
  try {
    const { status } = await withSession(() => fetch(address, { method: 'HEAD', credentials: 'include' }));
    return status === 404 || status === 410;
  } catch (error) {
    logError('A reference image could not be looked at', error);
    return false;
  }
}

/** The address of the picture that shows the lead character. It counts once the field is left, not while it is typed. */
export function ReferenceImage({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'imageUrl');
  const [draft, setDraft] = useState<string | null>(null);
  const [cleared, setCleared] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const address = autosave.value ?? '';

  function save(url: string | null): void {
    autosave.setValue(url);
    // Only now, so that the words are kept at every moment: as what is typed, then as the edit.
    autosave.keep(null);
    void autosave.flush();
  }
  function type(text: string): void {
    setDraft(text);
    setCleared(false);
    autosave.keep({ value: valueOf(text) });
  }
  function commit(): void {
    if (draft === null) return;
    setDraft(null);
    // An address that is none stays in the field, which says so, and is not sent.
    save(valueOf(draft));
  }
  function discard(): void {
    setDraft(null);
    autosave.keep(null);
    autosave.discard();
  }
  // A page that is hidden may never come back, and neither its fields nor those of a tab that is left lose the focus.
  const commitNow = useEffectEvent(commit);
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && commitNow();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      commitNow();
    };
  }, []);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !isForInputMethod(event)) commit();
  }
  /** What the field says, unless somebody is typing there or has left it. */
  const settled = useRef<string | null>(null);
  useEffect(() => {
    settled.current = draft === null ? address : null;
    return () => {
      settled.current = null;
    };
  }, [draft, address]);
  async function explainFailure(): Promise<void> {
    // While our server was asked, another address may have taken the place of this one.
    if (!(await isGone(address)) || settled.current !== address) return setFailed(address);
    setCleared(true);
    save(null);
  }

  const note = cleared
    ? { error: 'This image no longer exists, so its address was removed.' }
    : noteOf((draft ?? address).trim());
  // While it is typed, an address is not wrong yet; it can only be too long.
  const shownNote = draft !== null && !cleared && fitsLimit(draft.trim(), LIMIT) ? {} : note;
  return (
    <div>
      <Field label="Image URL" {...shownNote} aside={<SaveState {...autosave} discard={discard} />}>
        {(ids) => (
          <Input
            {...ids}
            type="url"
            inputMode="url"
            placeholder="https://..."
            value={draft ?? address}
            onChange={(event) => type(event.target.value)}
            onBlur={commit}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {failed !== null && failed === address ? (
        <Failure role="status">
          Couldn't load the image. Its address is still saved.
          <Button size="small" onClick={() => setFailed(null)}>
            Retry
          </Button>
        </Failure>
      ) : (
        isMediaUrl(address) && <Preview src={address} alt="Reference" onError={() => void explainFailure()} />
      )}
    </div>
  );
}
