import styled from '@emotion/styled';
import { characterLines, type Project, type Scene } from '@storyreel/contracts';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { useSpeechVoices } from '../../../domains/speech/queries';
import { speakersOf, withVoice } from '../../../domains/speech/speakers';
import { Skeleton, space, TextButton, tokens, Unreadable } from '../../../ui';
import { SaveState } from '../../../ui/SaveState';
import { useGoToTab } from '../go-to-tab';
import { VoiceRow } from './VoiceRow';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(1)} ${space(3)};
  & h3 {
    font-size: ${tokens.body};
    font-weight: 600;
  }
`;
const Remark = styled.p`
  margin: ${space(1)} 0 ${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  overflow-wrap: anywhere;
`;

/** A voice for the narrator and for each who speaks, saved with the project. */
export function Voices({ project, scenes }: { project: Project; scenes: readonly Scene[] }) {
  const { data: offered, isError, refetch } = useSpeechVoices();
  const field = useProjectAutosave(project, 'voices');
  const goTo = useGoToTab();
  if (!offered) {
    return isError ? <Unreadable what="the voices" level={3} retry={refetch} /> : <Skeleton height="72px" />;
  }
  const speakers = speakersOf(project.characters, field.value, scenes);
  const hasCharacters = characterLines(project.characters).length > 0;
  return (
    <section aria-labelledby="voices">
      <Head>
        <h3 id="voices">Voices</h3>
        <SaveState {...field} />
      </Head>
      {offered.remark !== null && <Remark>{offered.remark}</Remark>}
      {!hasCharacters && (
        <Remark>
          Characters that are named in <TextButton onClick={() => goTo('settings')}>Settings</TextButton> get voices of
          their own here.
        </Remark>
      )}
      <ul>
        {speakers.map((speaker) => (
          <VoiceRow
            key={speaker}
            speaker={speaker}
            voices={field.value}
            offered={offered}
            onChange={(who, change) => field.setValue(withVoice(field.value, who, change))}
          />
        ))}
      </ul>
    </section>
  );
}
