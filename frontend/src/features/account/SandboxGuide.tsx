import styled from '@emotion/styled';
import type { Installation, ProviderKind } from '@storyreel/contracts';
import { CopyText, Dialog, mobile, space, Stack, tokens } from '../../ui';
import { useInstallation } from './api';

interface Guide {
  thing: string;
  /** `here`: what the sandbox makes. `there`: what a real provider makes instead. */
  here: string;
  there: string;
  /** Settings that replace the sandbox with a real provider. */
  settings: readonly string[];
}

const GUIDES: Record<ProviderKind, Guide> = {
  image: {
    thing: 'Images',
    here: 'Demo images, drawn on this computer. They show who is there, where and when, always in the same drawn style.',
    there: 'Images by an image model: any style, real faces and places, every detail of the prompt.',
    settings: ['REPLICATE_API_TOKEN=your-token'],
  },
  video: {
    thing: 'Clips',
    here: 'The image with a moving camera.',
    there: 'Clips by a video model, in which people and things move.',
    settings: ['REPLICATE_API_TOKEN=your-token'],
  },
  text: {
    thing: 'Texts',
    here: "Descriptions and answers put together from the story's own sentences.",
    there: 'Texts by a language model, which invents, rewrites and answers freely.',
    settings: ['OPENAI_API_KEY=your-key'],
  },
  speech: {
    thing: 'Narration',
    here: 'A plain computer voice.',
    there: 'Voices that sound like people, with emotion.',
    settings: ['SPEECH_PROVIDER=elevenlabs', 'ELEVENLABS_API_KEY=your-key'],
  },
};
const KINDS: readonly ProviderKind[] = ['image', 'video', 'text', 'speech'];

/** True while the sandbox makes at least one kind of content. */
export const usesSandbox = ({ providers }: Installation): boolean => KINDS.some((kind) => providers[kind].sandbox);

const Kinds = styled.ul`
  display: grid;
  gap: ${space(4)};
`;
const Kind = styled.li`
  display: grid;
  gap: ${space(2)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  & h3 {
    font-size: ${tokens.body};
    font-weight: 600;
  }
`;
const Compared = styled.dl`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space(4)};
  & dt {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
  ${mobile} {
    grid-template-columns: 1fr;
    gap: ${space(2)};
  }
`;

/** Lists what the sandbox makes, what a real provider would make instead, and the settings for the provider. */
export function SandboxGuide({ installation: { providers } }: { installation: Installation }) {
  return (
    <Stack gap={4}>
      <p>
        The sandbox stands in for AI models, so that you can try everything without an account elsewhere. It charges
        nothing: zaps are only counted.
      </p>
      <Kinds>
        {KINDS.filter((kind) => providers[kind].sandbox).map((kind) => {
          const { thing, here, there, settings } = GUIDES[kind];
          return (
            <Kind key={kind}>
              <h3>{thing}</h3>
              <Compared>
                <div>
                  <dt>In the sandbox</dt>
                  <dd>{here}</dd>
                </div>
                <div>
                  <dt>With a real provider</dt>
                  <dd>{there}</dd>
                </div>
              </Compared>
              {settings.map((setting) => (
                <CopyText key={setting} what="Setting" text={setting} />
              ))}
            </Kind>
          );
        })}
      </Kinds>
      <p>The operator of this server sets these and restarts it. Everything you have made is kept.</p>
    </Stack>
  );
}

/** Shows the guide as a sheet over the screen. */
export default function SandboxSheet({ onClose }: { onClose: () => void }) {
  const { data: installation } = useInstallation();
  if (!installation) return null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Sandbox">
      <SandboxGuide installation={installation} />
    </Dialog>
  );
}
