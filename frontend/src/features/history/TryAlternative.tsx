import { LIMITS } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button, characters, Dialog, Field, Input, LengthNote } from '../../ui';
import { useOpenProject } from '../projects/useOpenProject';
import { tryAlternative } from './alternatives';

interface TryAlternativeProps {
  project: Project;
  onClose: () => void;
}

const FORM = 'try-alternative';

/** Asks for the name of an alternative, makes it and opens it. */
export default function TryAlternative({ project, onClose }: TryAlternativeProps) {
  const queryClient = useQueryClient();
  const { open, tab } = useOpenProject();
  const [title, setTitle] = useState('');
  const [isBusy, setBusy] = useState(false);
  const limit = characters(LIMITS.title);
  const canTry = title.trim() !== '' && title.length <= LIMITS.title;

  async function make(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!canTry || isBusy) return;
    setBusy(true);
    const id = await tryAlternative(queryClient, project.id, title.trim());
    setBusy(false);
    if (id === null) return;
    onClose();
    open(id, tab);
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Try an Alternative"
      description="It begins as this project is now, with the same images and clips, and costs nothing. This project stays as it is. Compare both at any time, and keep what you like."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} loading={isBusy} disabled={!canTry}>
            Try It
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void make(event)}>
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              value={title}
              placeholder="A darker ending"
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        <LengthNote text={title} limit={limit} />
      </form>
    </Dialog>
  );
}
