import type { Project } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { projectKeys } from '../../../domains/projects/queries';
import { findAutosave } from '../../../platform/autosave-registry';
import type { AutosaveField } from '../../../platform/useAutosave';
import { toast } from '../../../ui';

/** Puts an example into the story. Undo takes it out as long as nobody has changed it. */
export function useExampleStory(projectId: string, field: AutosaveField<string>): (example: string) => void {
  const queryClient = useQueryClient();
  // Not what the field said when it was drawn last: a story comes, and is taken back, some time after a press.
  const live = () => findAutosave<string>(field.name);
  const written = () =>
    live()?.getState().value ?? queryClient.getQueryData<Project>(projectKeys.one(projectId))?.story;

  function undo(example: string, before: string): void {
    if (written() === example) (live()?.edit ?? field.setValue)(before);
    else toast({ title: 'Nothing was undone', description: 'The story has been changed since.' });
  }
  return (example) => {
    const before = written() ?? '';
    field.setValue(example);
    toast({
      title: 'Example story added',
      description: 'Change it as you like.',
      undo: () => undo(example, before),
    });
  };
}
