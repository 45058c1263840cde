import styled from '@emotion/styled';
import { LIMITS, projectFieldsSchema, type Project } from '@storyreel/contracts';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { withSession } from '../../../platform/api-client';
import { logError } from '../../../platform/log';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { SaveState } from '../../../ui/SaveState';
import { Field, Input, space, tokens } from '../../../ui';

const Preview = styled.img`
  display: block;
  width: 100%;
  max-height: 320px;
  margin-top: ${space(2)};
  object-fit: contain;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
`;

const isAddress = (text: string): boolean => projectFieldsSchema.shape.imageUrl.safeParse(text).success;

/** A picture may also be missing because the network, the server or the session is: its address is right all the same. */
async function isGone(address: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  if (!address.startsWith('/api/media/')) return true;
  try {
    const { status } = await withSession(() => fetch(address, { method: 'HEAD', credentials: 'include' }));
    return status === 404;
  } catch (error) {
    logError('A reference image could not be looked at', error);
    return false;
  }
}

/** The address of the picture that shows the lead character. It counts once the field is left, not while it is typed. */
export function ReferenceImage({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'imageUrl');
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const stored = autosave.value ?? '';

  function save(url: string | null): void {
    autosave.setValue(url);
    void autosave.flush();
  }
  function commit(): void {
    if (draft === null) return;
    const address = draft.trim();
    if (address !== '' && !isAddress(address)) {
      setFault('Enter an address that starts with http:// or https://');
      return;
    }
    setDraft(null);
    setFault(undefined);
    save(address === '' ? null : address);
  }
  // A page that is hidden may never come back, and its fields do not lose the focus first.
  const onHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') commit();
  });
  useEffect(() => {
    const listener = () => onHidden();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') commit();
  }
  async function clearBroken(): Promise<void> {
    if (!(await isGone(stored))) return;
    setFault('This image could not be loaded, so its address was cleared.');
    save(null);
  }

  return (
    <div>
      <Field label="Image URL" error={fault} aside={<SaveState {...autosave} />}>
        {(ids) => (
          <Input
            {...ids}
            type="url"
            inputMode="url"
            placeholder="https://..."
            maxLength={LIMITS.url}
            value={draft ?? stored}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={commit}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {stored !== '' && <Preview src={stored} alt="Reference" onError={() => void clearBroken()} />}
    </div>
  );
}
