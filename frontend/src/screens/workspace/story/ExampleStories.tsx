import styled from '@emotion/styled';
import { useEffect, useRef } from 'react';
import { logError } from '../../../platform/log';
import { Button, Row, space, tellFailure, tokens } from '../../../ui';

const EXAMPLES = [
  {
    title: 'The Miller and the Owl',
    load: () => import('../../../../../examples/the-miller-and-the-owl.txt?raw'),
  },
  { title: 'The Night Bus', load: () => import('../../../../../examples/the-night-bus.txt?raw') },
  {
    title: 'The Keeper of Gull Point',
    load: () => import('../../../../../examples/the-lighthouse-keeper.txt?raw'),
  },
] as const;

/* On the empty page itself: nothing moves when the first letter is typed. */
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

/** Stories to begin with, for whoever has none at hand. They stand on a blank page only. */
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
      // What was written meanwhile stays.
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
