import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { findAutosave } from '../../platform/autosave/autosave-registry';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { logError } from '../../platform/log';
import { Button, Row, space, tellFailure, toast, tokens } from '../../ui';
import { projectKeys } from '../projects/api';

const EXAMPLE_TOLD = { title: 'Example story added', description: 'Change it as you like.' };

/**
 * Returns a function that replaces the story with a text. Its undo restores the former story, unless the text was
 * edited since.
 */
export function useReplacedStory(
  projectId: string,
  field: AutosaveField<string>,
): (example: string, told?: { title: string; description: string }) => void {
  const queryClient = useQueryClient();
  // Reads the present state instead of the last rendered one, because loading and undo happen some time after the
  // click.
  const live = () => findAutosave<string>(field.name);
  const written = () =>
    live()?.getState().value ?? queryClient.getQueryData<Project>(projectKeys.one(projectId))?.story;

  function undo(example: string, before: string): void {
    if (written() === example) (live()?.edit ?? field.setValue)(before);
    else toast({ title: 'Nothing was undone', description: 'The story has been changed since.' });
  }
  return (example, told = EXAMPLE_TOLD) => {
    const before = written() ?? '';
    field.setValue(example);
    toast({
      ...told,
      undo: () => undo(example, before),
    });
  };
}

const EXAMPLES = [
  {
    title: 'The Miller and the Owl',
    load: () => import('../../../../examples/the-miller-and-the-owl.txt?raw'),
  },
  { title: 'The Night Bus', load: () => import('../../../../examples/the-night-bus.txt?raw') },
  {
    title: 'The Keeper of Gull Point',
    load: () => import('../../../../examples/the-lighthouse-keeper.txt?raw'),
  },
] as const;

/* Placed over the empty page, so that nothing moves when the user starts to type. */
const OnThePage = styled.div`
  position: absolute;
  inset: ${space(24)} ${space(6)} auto;
  display: grid;
  gap: ${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.body};
  pointer-events: none;
  & button {
    pointer-events: auto;
  }
`;

/** Example stories to start from, shown only on an empty page. */
export function ExampleStories({ onChoose }: { onChoose: (story: string) => void }) {
  const isBlankPage = useRef(false);
  useEffect(() => {
    isBlankPage.current = true;
    return () => {
      isBlankPage.current = false;
    };
  }, []);
  async function choose(load: (typeof EXAMPLES)[number]['load']): Promise<void> {
    try {
      const { default: story } = await load();
      // The example is dropped if the user has typed text while it was loading.
      if (isBlankPage.current) onChoose(story.trimEnd());
    } catch (error) {
      logError('An example story could not be loaded', error);
      if (isBlankPage.current) tellFailure("Couldn't load the example", 'Check your connection and try again.');
    }
  }
  return (
    <OnThePage role="group" aria-label="Example stories">
      <p>Or start with an example:</p>
      <Row gap={2}>
        {EXAMPLES.map(({ title, load }) => (
          <Button key={title} size="small" onClick={() => void choose(load)}>
            {title}
          </Button>
        ))}
      </Row>
    </OnThePage>
  );
}
