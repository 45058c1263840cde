import styled from '@emotion/styled';
import { filmLacks } from '@storyreel/contracts';
import type { FilmLack, FilmLackKind, FilmSettings, FilmTimeline, Scene, WorkspaceTab } from '@storyreel/contracts';
import { useMemo } from 'react';
import { Button, space, tokens } from '../../ui';
import { useInstallation } from '../account/api';
import { useGoToTab } from '../projects/useOpenProject';
import { sceneNumber } from '../scenes/api';

const Notes = styled.ul`
  display: grid;
  gap: ${space(2)};
`;
const Note = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  padding: ${space(2)} ${space(3)};
  border-radius: ${tokens.radius};
  background: ${tokens.warningSoft};
  color: ${tokens.warning};
  overflow-wrap: anywhere;
`;
const Quiet = styled.li`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

/** Maximum number of scenes that are named; any others are only counted. */
const NAMED = 5;

/** Returns the subject of a sentence: 'Scene 2 “Dawn” has' or 'Scenes 2, 5 and 7 have'. */
function subjectOf({ sceneIds }: FilmLack, scenes: readonly Scene[]): { who: string; isOne: boolean } {
  const ids = new Set(sceneIds);
  const those = scenes.filter(({ id }) => ids.has(id));
  const [only] = those;
  if (only && those.length === 1) {
    const title = only.title.trim() === '' ? '' : ` “${only.title}”`;
    return { who: `Scene ${sceneNumber(only)}${title}`, isOne: true };
  }
  const numbers = those.slice(0, NAMED).map((scene) => String(sceneNumber(scene)));
  const rest = those.length - NAMED;
  const last = rest > 0 ? `${rest} more` : (numbers.pop() ?? '');
  return { who: `Scenes ${numbers.join(', ')} and ${last}`, isOne: false };
}

/** Describes what a film lacks. */
export function lackWords(lack: FilmLack, scenes: readonly Scene[]): string {
  const { who, isOne } = subjectOf(lack, scenes);
  const scripts = new Intl.ListFormat('en', { type: 'conjunction' }).format(lack.scripts);
  switch (lack.kind) {
    case 'picture':
      return isOne ? `${who} has neither an image nor a clip.` : `${who} have neither an image nor a clip.`;
    case 'narration':
      return lack.sceneIds.length === scenes.length
        ? 'No scene is narrated: nobody speaks in the film, and it has no captions.'
        : `${who} ${isOne ? 'has' : 'have'} no narration, so nobody speaks there.`;
    case 'old-words':
      return `The narration of ${who.charAt(0).toLowerCase()}${who.slice(1)} was recorded before the text changed.`;
    case 'script':
      return `Letters in ${scripts} can’t be drawn in captions and cards yet.`;
  }
}

const MENDED: Record<FilmLackKind, { tab: WorkspaceTab; label: string } | null> = {
  picture: { tab: 'build', label: 'Add Images in Build' },
  narration: { tab: 'audio', label: 'Narrate in Audio' },
  'old-words': { tab: 'audio', label: 'Narrate Again in Audio' },
  script: null,
};

interface FilmLacksProps {
  scenes: readonly Scene[];
  timeline: FilmTimeline;
  settings: FilmSettings;
  onCaptionsOff: () => void;
}

/**
 * Lists everything that a film made now would lack, each with a link to where it can be fixed; nothing for a complete
 * film.
 */
export function FilmLacks({ scenes, timeline, settings, onCaptionsOff }: FilmLacksProps) {
  const goTo = useGoToTab();
  const { data: installation } = useInstallation();
  const lacks = useMemo(() => filmLacks(scenes, timeline, settings), [scenes, timeline, settings]);
  const isStandIn = installation?.providers.image.sandbox === true && timeline.blocks.length > 0;
  if (lacks.length === 0 && !isStandIn) return null;
  return (
    <Notes aria-label="What the film will lack">
      {lacks.map((lack) => {
        const mended = MENDED[lack.kind];
        return (
          <Note key={lack.kind}>
            <span>{lackWords(lack, scenes)}</span>
            {mended && (
              <Button size="small" onClick={() => goTo(mended.tab)}>
                {mended.label}
              </Button>
            )}
            {lack.kind === 'script' && lack.sceneIds.length > 0 && (
              <Button size="small" onClick={onCaptionsOff}>
                Turn Captions Off
              </Button>
            )}
          </Note>
        );
      })}
      {isStandIn && <Quiet>The images that were made here are stand-ins, drawn by the sandbox on this computer.</Quiet>}
    </Notes>
  );
}
