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
 * Trusts only this app's server. An image elsewhere may fail because its server is slow, busy or private, or because
 * the network or the session is gone, although its address is right.
 */
async function isGone(address: string): Promise<boolean> {
  if (!address.startsWith('/api/media/')) return false;
  try {
    const { status } = await withSession(() => fetch(address, { method: 'HEAD', credentials: 'include' }));
    return status === 404 || status === 410;
  } catch (error) {
    logError('A reference image could not be checked', error);
    return false;
  }
}

/** The address of the lead character's image. Takes effect on blur, not while typing. */
export function ReferenceImage({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'imageUrl');
  const [draft, setDraft] = useState<string | null>(null);
  const [cleared, setCleared] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const address = autosave.value ?? '';

  function save(url: string | null): void {
    autosave.setValue(url);
    // Ends keeping the draft only now, so that the text is stored at every moment: first as a draft, then as the edit.
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
    // An invalid address stays in the field with an error, and is not sent.
    save(valueOf(draft));
  }
  function discard(): void {
    setDraft(null);
    autosave.keep(null);
    autosave.discard();
  }
  // Commits without a blur, which never comes when the tab is left or the page hidden, and a hidden page may not
  // return.
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
  /** The field's address; null while the user types or after the field unmounts. */
  const settled = useRef<string | null>(null);
  useEffect(() => {
    settled.current = draft === null ? address : null;
    return () => {
      settled.current = null;
    };
  }, [draft, address]);
  async function explainFailure(): Promise<void> {
    // The address may have been replaced while the request ran.
    if (!(await isGone(address)) || settled.current !== address) return setFailed(address);
    setCleared(true);
    save(null);
  }

  const note = cleared
    ? { error: 'This image no longer exists, so its address was removed.' }
    : noteOf((draft ?? address).trim());
  // An address being typed is not invalid yet; it can only be too long.
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
