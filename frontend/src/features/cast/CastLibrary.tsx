import styled from '@emotion/styled';
import type { CastMember, LibraryMember, Project } from '@storyreel/contracts';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { Button, Dialog, IconButton, Row, space, Stack, tokens } from '../../ui';
import { useChangeCast } from './api';
import { Face } from './Face';
import { entryOf, isOffered, isSame, useCastLibrary, useKeepInLibrary, useRemoveFromLibrary } from './library';

const Entries = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Entry = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto auto;
  align-items: center;
  gap: ${space(3)};
  & strong,
  & small {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
`;
const Offer = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface2};
  & span {
    flex: 1 1 200px;
  }
`;
const Hint = styled.p`
  color: ${tokens.text2};
`;

/** Saves a cast member to the library, or shows that the library already has it. */
export function KeepInLibrary({ project, member }: { project: Project; member: CastMember }) {
  const { data: entries } = useCastLibrary();
  const keep = useKeepInLibrary(project);
  const entry = entryOf(member, entries ?? []);
  if (entry && isSame(member, entry)) return <Hint>{member.name} is in your library.</Hint>;
  return (
    <div>
      <Button
        icon={<BookmarkPlus size={16} aria-hidden />}
        loading={keep.isPending}
        disabled={entries === undefined}
        onClick={() => keep.mutate(member)}
      >
        {entry ? 'Update Library' : 'Keep in Library'}
      </Button>
    </div>
  );
}

/** Offers changes of a library entry to each member that came from it; nothing changes automatically. */
export function LibraryOffers({ project, members }: { project: Project; members: readonly CastMember[] }) {
  const { data: entries = [] } = useCastLibrary();
  const { mutate, isPending } = useChangeCast(project.id);
  return members.map((member) => {
    const entry = entryOf(member, entries);
    if (!entry || !isOffered(member, entry)) return null;
    const { id: memberId, name } = member;
    const take = { action: 'take', libraryId: entry.id, memberId } as const;
    return (
      <Offer key={memberId} role="status">
        <span dir="auto">{name} was changed in your library.</span>
        <Button
          size="small"
          variant="primary"
          disabled={isPending}
          onClick={() => mutate({ change: take, told: `${entry.name} updated from your library` })}
        >
          Use Library Version
        </Button>
        <Button
          size="small"
          disabled={isPending}
          onClick={() => mutate({ change: { action: 'keepMine', memberId }, told: `${name} was kept as it is` })}
        >
          Keep This Version
        </Button>
      </Offer>
    );
  });
}

interface LibraryDialogProps {
  project: Project;
  members: readonly CastMember[];
  onClose: () => void;
}

/** Lets the user choose library entries for this project. */
export function LibraryDialog({ project, members, onClose }: LibraryDialogProps) {
  const { data: entries = [] } = useCastLibrary();
  const change = useChangeCast(project.id);
  const remove = useRemoveFromLibrary();
  const isHere = ({ id }: LibraryMember) => members.some(({ library }) => library?.id === id);
  const use = (entry: LibraryMember) =>
    change.mutate({ change: { action: 'take', libraryId: entry.id }, told: `${entry.name} added` });
  return (
    <Dialog open onOpenChange={onClose} title="Your Library">
      <Stack gap={4}>
        {entries.length === 0 && (
          <Hint>Your library is empty. Open a character, a place or a prop, and choose Keep in Library.</Hint>
        )}
        <Entries aria-label="Your library">
          {entries.map((entry) => (
            <Entry key={entry.id}>
              <Face member={entry} size={48} />
              <span>
                <strong dir="auto">{entry.name}</strong>
                <small dir="auto">{entry.look}</small>
              </span>
              <Button size="small" disabled={change.isPending || isHere(entry)} onClick={() => use(entry)}>
                {isHere(entry) ? 'Used Here' : 'Use'}
              </Button>
              <IconButton
                label={`Remove ${entry.name} from your library`}
                icon={<Trash2 size={16} aria-hidden />}
                disabled={remove.isPending}
                onClick={() => remove.mutate(entry)}
              />
            </Entry>
          ))}
        </Entries>
        {entries.length > 0 && (
          <Row gap={2}>
            <Hint>Projects keep their own copies, even of entries that you remove here.</Hint>
          </Row>
        )}
      </Stack>
    </Dialog>
  );
}
