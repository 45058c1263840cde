import styled from '@emotion/styled';
import {
  minutesAndSeconds,
  filmPrice,
  type FilmQuality,
  type FilmTimeline,
  LIMITS,
  type Project,
  toZaps,
} from '@storyreel/contracts';
import { Film as FilmIcon } from 'lucide-react';
import { useState } from 'react';
import { isRunning, useFilms } from '../../../../domains/films/queries';
import { QUALITY_WORDS } from '../../../../domains/films/words';
import { PaidButton } from '../../../../domains/zaps/PaidButton';
import { useKnownPrice } from '../../../../domains/zaps/usePrice';
import { Row, Stack, tokens } from '../../../../ui';
import { useIsYellowHere } from '../../NextStep';
import { Choice } from './parts';
import { useMakeFilm } from './useMakeFilm';

const Length = styled.p`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

const QUALITIES = (['draft', '720p', '1080p'] as const).map((value) => ({ value, label: QUALITY_WORDS[value] }));

/** Why no film can be made of what there is; null when one can. As the server would refuse it. */
export function noFilmReason({ blocks, missing, seconds }: FilmTimeline): string | null {
  if (blocks.length === 0) return 'Choose an image or make a clip for at least one scene first.';
  if (missing.length > 0) return 'Some scenes have neither an image nor a clip.';
  if (blocks.length > LIMITS.scenesPerFilm) return `A film can have at most ${LIMITS.scenesPerFilm} scenes.`;
  if (seconds > LIMITS.filmSeconds) return `A film can last at most ${LIMITS.filmSeconds / 60} minutes.`;
  return null;
}

/** How well the film is to be made, what that costs, and the button that has it made. */
export function MakeFilm({ project, timeline }: { project: Project; timeline: FilmTimeline }) {
  const [quality, setQuality] = useState<FilmQuality>('draft');
  const { data: films = [] } = useFilms(project.id);
  const { isStarting, make, question } = useMakeFilm(project);
  const price = useKnownPrice(toZaps(filmPrice(timeline.seconds, quality).units));
  const isMaking = isStarting || films.some(isRunning);
  const isYellow = useIsYellowHere(project, 'create') && !isMaking;
  const reason = noFilmReason(timeline);
  const scenes = timeline.blocks.length === 1 ? '1 scene' : `${timeline.blocks.length} scenes`;
  return (
    <Stack gap={4}>
      <Choice label="Quality" value={quality} options={QUALITIES} onChange={setQuality} />
      <Row gap={3}>
        <PaidButton
          price={price}
          variant={isYellow ? 'primary' : 'secondary'}
          size="large"
          icon={<FilmIcon size={20} aria-hidden />}
          onAction={() => make(quality)}
          executing={isMaking}
          loadingText="Making the film..."
          disabled={reason !== null}
          disabledReason={reason ?? undefined}
        >
          Make the Film
        </PaidButton>
        {timeline.blocks.length > 0 && (
          <Length>
            {minutesAndSeconds(timeline.seconds)} · {scenes}
          </Length>
        )}
      </Row>
      {reason !== null && <Length>{reason}</Length>}
      {question}
    </Stack>
  );
}
