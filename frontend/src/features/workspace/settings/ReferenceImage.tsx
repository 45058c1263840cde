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
 * Returns true if the image no longer exists. Only this app's own server is trusted: an image elsewhere may fail to
 * load although its address is right, because its server is slow, busy or private, or because the network or the
 * session is gone.
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

/** Field for the address of the lead character's image. A new address takes effect on blur, not while typing. */
export function ReferenceImage({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'imageUrl');
  const [draft, setDraft] = useState<string | null>(null);
  const [cleared, setCleared] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const address = autosave.value ?? '';

  function save(url: string | null): void {
    autosave.setValue(url);
    // The draft is dropped only now, so that the text is stored at every moment, first as a draft and then as an edit.
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
    // An invalid address stays in the field with an error and is not sent.
    save(valueOf(draft));
  }
  function discard(): void {
    setDraft(null);
    autosave.keep(null);
    autosave.discard();
  }
  // Commits without a blur, because no blur comes when the user leaves the tab or hides the page, and a hidden page may
  // never be shown again.
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
  /** Address in the field; null while the user types and after the field has unmounted. */
  const settled = useRef<string | null>(null);
  useEffect(() => {
    settled.current = draft === null ? address : null;
    return () => {
      settled.current = null;
    };
  }, [draft, address]);
  async function explainFailure(): Promise<void> {
    // The user may have replaced the address while the request was running.
    if (!(await isGone(address)) || settled.current !== address) return setFailed(address);
    setCleared(true);
    save(null);
  }

  const note = cleared
    ? { error: 'This image no longer exists, so its address was removed.' }
    : noteOf((draft ?? address).trim());
  // An address is not reported as invalid while the user types it; it can only be too long.
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
