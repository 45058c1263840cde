import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { AudioLines, Download } from 'lucide-react';
import { useEffect } from 'react';
import { Button, Row, Stack, tokens } from '../../ui';
import { downloadFrom, extensionOf } from '../media/download';
import { sanitizeTitle } from '../media/filenames';
import { sceneNumber } from '../scenes/scene-order';
import { PaidButton } from '../zaps/PaidButton';
import { useKnownPrice } from '../zaps/usePrice';
import { SpeechBadge } from './SpeechBadge';
import { SpeechBar } from './SpeechBar';
import { zapsOfSpeech } from './speech-state';
import { speechTracker } from './speech-tracker';
import { startSpeech } from './start-speech';
import type { Narration } from './useNarration';
import { useExternalStore } from '../../platform/useOutside';

const Reason = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  overflow-wrap: anywhere;
`;

/** What was spoken for a scene: how far it is, hearing it, keeping it, and making it. */
export function SpeechPanel({ scene, narration }: { scene: Scene; narration: Narration }) {
  const queryClient = useQueryClient();
  const tracker = speechTracker(queryClient);
  const isStarting = useExternalStore(tracker.subscribe, () => tracker.starts.isStarting(scene.id));
  useEffect(() => tracker.look(scene), [tracker, scene]);
  const { words, voice, state } = narration;
  const price = useKnownPrice(zapsOfSpeech(words));
  const { speech } = scene;
  const name = `the narration of scene ${sceneNumber(scene)}`;

  return (
    <Stack gap={2}>
      <div role="status">
        <SpeechBadge state={isStarting ? 'speaking' : state} sceneId={scene.id} />
        {state === 'failed' && scene.speechError !== null && <Reason>{scene.speechError}</Reason>}
      </div>
      {speech && <SpeechBar track={{ key: scene.id, url: speech.url }} seconds={speech.seconds} name={name} />}
      <Row gap={2}>
        <PaidButton
          size="small"
          price={price}
          icon={<AudioLines size={16} aria-hidden />}
          executing={isStarting || state === 'speaking'}
          disabled={state === 'silent'}
          disabledReason={state === 'silent' ? 'This scene has no words to speak.' : undefined}
          onAction={() => startSpeech(queryClient, scene, { words, voice })}
        >
          {speech ? 'Narrate Again' : 'Narrate'}
        </PaidButton>
        {speech && (
          <Button
            size="small"
            aria-label={`Download ${name}`}
            icon={<Download size={16} aria-hidden />}
            onClick={() => downloadFrom(speech.url, speechFilename(scene, speech.url))}
          >
            Download
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** 'Scene_3_The_lighthouse.mp3' */
const speechFilename = (scene: Scene, url: string): string =>
  `${sanitizeTitle(`Scene ${sceneNumber(scene)} ${scene.title}`)}${extensionOf(url)}`;
