import styled from '@emotion/styled';
import type { CastMember, Project, Scene } from '@storyreel/contracts';
import { ImagePlus, Plus, RotateCcw, X } from 'lucide-react';
import { useId } from 'react';
import { pictureSource } from '../../platform/picture-source';
import {
  Button,
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
  space,
  tokens,
  touch,
} from '../../ui';
import { SaveState } from '../../ui/AutosavedField';
import { Chip, ChipList } from '../../ui/Chip';
import { useSceneAutosave } from '../scenes/useSceneAutosave';
import { useCastMembers, useChangeCast } from './api';
import { Face } from './Face';
import { useCastOfScene, useWantedPictures } from './wanted-pictures';

const Frame = styled.div`
  display: grid;
  gap: ${space(2)};
  min-width: 0;
`;
const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(2)};
  & h3 {
    font-size: ${tokens.body};
    font-weight: 600;
  }
`;
const Faces = styled(ChipList)`
  align-items: center;
`;
const FaceChip = styled(Chip)`
  gap: ${space(1.5)};
  min-height: 36px;
  padding: 0 ${space(3)} 0 ${space(1)};
  border-radius: 22px;
  ${touch} {
    min-height: 44px;
  }
`;
const Note = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

const listed = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** Says above the price whether the request includes pictures or only words. */
function WhatGoesAlong({ scene, project }: { scene: Scene; project: Project }) {
  const { isPending, isAbout, wanted, most } = useWantedPictures(scene, project);
  if (isPending || !isAbout) return null;
  if (wanted.length === 0)
    return (
      <Note>The model gets only descriptions of the cast. Add images to the cast to keep the faces the same.</Note>
    );
  if (most === 0)
    return <Note>This image model takes no reference images. It gets descriptions of the cast instead.</Note>;
  const sent = wanted.slice(0, most);
  const count = sent.length === 1 ? '1 reference image is sent' : `${sent.length} reference images are sent`;
  const names = listed([...new Set(sent.map(({ name, kind }) => (kind === 'reference' ? 'the reference' : name)))]);
  const left = wanted.length > most ? ` The model takes at most ${most}.` : '';
  return (
    <Note>
      {count} to the model: {names}.{left}
    </Note>
  );
}

const Thumbnail = styled.img`
  width: 24px;
  height: 24px;
  border-radius: ${tokens.radius};
  object-fit: cover;
`;

/** Maximum number of entries; more would not fit on a phone. */
const MOST_IMAGES = 8;

/** Returns the scene's finished images except the main one, with their numbers in the strip. */
const otherImages = ({ imageUrls, imageStatuses, imageUrl }: Scene): { url: string; number: number }[] =>
  imageUrls
    .flatMap((url, at) => (url !== '' && imageStatuses[at] === 'complete' ? [{ url, number: at + 1 }] : []))
    .filter(({ url }) => url !== imageUrl)
    .slice(0, MOST_IMAGES);

interface ChipMenuProps {
  member: CastMember;
  scene: Scene;
  onRemove: () => void;
}

function MemberChip({ member, scene, onRemove }: ChipMenuProps) {
  const { mutate, isPending } = useChangeCast(scene.projectId);
  const { imageUrl } = scene;
  const { id: memberId, name } = member;
  const use = (url: string, what: string) =>
    mutate({ change: { action: 'addPicture', memberId, url }, told: `${what} is an image of ${name} now` });
  return (
    <Menu>
      <MenuTrigger asChild>
        <FaceChip type="button" aria-label={`${name}, in this scene`} aria-busy={isPending || undefined}>
          <Face member={member} size={28} />
          <span dir="auto">{name}</span>
        </FaceChip>
      </MenuTrigger>
      <MenuContent align="start">
        {member.look !== '' && <MenuLabel>{member.look}</MenuLabel>}
        {imageUrl !== null && (
          <MenuItem icon={<ImagePlus size={16} aria-hidden />} onSelect={() => use(imageUrl, 'The main image')}>
            Use Main Image as {name}
          </MenuItem>
        )}
        {otherImages(scene).map(({ url, number }) => (
          <MenuItem
            key={url}
            icon={<Thumbnail {...pictureSource(url, '24px')} alt="" />}
            onSelect={() => use(url, `Image ${number}`)}
          >
            {`Use Image ${number} as ${name}`}
          </MenuItem>
        ))}
        <MenuItem icon={<X size={16} aria-hidden />} onSelect={onRemove}>
          Remove from Scene
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** Shows the people and things in a scene, found in its words or chosen, as chips with faces. */
export function SceneCast({ scene, project }: { scene: Scene; project: Project }) {
  const headingId = useId();
  const members = useCastMembers(project);
  const chosen = useSceneAutosave(scene, 'cast');
  const { cast } = useCastOfScene(scene, members);
  const others = members.filter((member) => !cast.includes(member));
  if (members.length === 0) return null;

  function choose(next: readonly CastMember[] | null): void {
    chosen.setValue(next && next.map(({ id }) => id));
    void chosen.flush();
  }
  return (
    <Frame role="group" aria-labelledby={headingId}>
      <Head>
        <h3 id={headingId}>Cast</h3>
        <SaveState {...chosen} />
      </Head>
      <Faces aria-label="Cast">
        {cast.map((member) => (
          <li key={member.id}>
            <MemberChip
              member={member}
              scene={scene}
              onRemove={() => choose(cast.filter(({ id }) => id !== member.id))}
            />
          </li>
        ))}
        <li>
          <Menu>
            <MenuTrigger asChild>
              <Button size="small" variant="ghost" icon={<Plus size={16} aria-hidden />}>
                Add to Scene
              </Button>
            </MenuTrigger>
            <MenuContent align="start">
              {others.map((member) => (
                <MenuItem
                  key={member.id}
                  icon={<Face member={member} size={20} />}
                  onSelect={() => choose([...cast, member])}
                >
                  {member.name}
                </MenuItem>
              ))}
              {others.length === 0 && <MenuLabel>Everybody is in this scene.</MenuLabel>}
              {chosen.value !== null && (
                <>
                  <MenuSeparator />
                  <MenuItem icon={<RotateCcw size={16} aria-hidden />} onSelect={() => choose(null)}>
                    Find in the Text
                  </MenuItem>
                </>
              )}
            </MenuContent>
          </Menu>
        </li>
      </Faces>
      <WhatGoesAlong scene={scene} project={project} />
    </Frame>
  );
}
