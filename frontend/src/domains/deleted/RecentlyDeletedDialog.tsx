import styled from '@emotion/styled';
import { DELETED_THINGS } from '@storyreel/contracts';
import { ImageOff } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { Button, Dialog, ListState, Moment, space, tokens } from '../../ui';

const List = styled.ul`
  display: grid;
  gap: ${space(1)};
`;
const Entry = styled.li`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(2)} 0;
  & + & {
    border-top: 1px solid ${tokens.line};
  }
`;
const Picture = styled.span`
  display: grid;
  place-items: center;
  aspect-ratio: 9 / 16;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
  color: ${tokens.text3};
  & > img,
  & > video {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
const Words = styled.div`
  min-width: 0;
  & > b,
  & > span {
    display: block;
    overflow-wrap: anywhere;
  }
  & > b {
    font-weight: 600;
  }
  & > span {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
`;
const Note = styled.p`
  padding-top: ${space(3)};
  color: ${tokens.text2};
`;

export interface DeletedEntry {
  key: string;
  name: string;
  /** What it is, or where it comes from. */
  about: string;
  picture: string | null;
  /** Its first frame stands for a clip without a picture. */
  clip?: string;
  deletedAt: string;
}

interface RecentlyDeletedDialogProps<Thing> {
  list: { data: Thing[] | undefined; isPending: boolean; isError: boolean; refetch: () => unknown };
  entryOf: (thing: Thing) => DeletedEntry;
  description: string;
  /** What will be listed. */
  empty: string;
  /** Tells by itself how it went. */
  onRestore: (thing: Thing) => Promise<void>;
  onClose: () => void;
}

/** What was deleted, newest first, each with its way back. What is put back leaves the list, from wherever that is done. */
export function RecentlyDeletedDialog<Thing>(props: RecentlyDeletedDialogProps<Thing>) {
  const { list, entryOf, description, empty, onRestore, onClose } = props;
  const { data = [], isPending, isError, refetch } = list;
  const [restoring, setRestoring] = useState<ReadonlySet<string>>(new Set());
  const body = useRef<HTMLDivElement>(null);
  /** The place of the entry that had the focus last. */
  const place = useRef(0);
  const entries = data.map((thing) => ({ thing, ...entryOf(thing) }));

  // An entry goes with the button that was pressed: the next one takes the focus, else the one before.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const buttons = [...(body.current?.querySelectorAll('button') ?? [])];
    const close = body.current?.closest('[data-dialog]')?.querySelector<HTMLElement>('button');
    (buttons[place.current] ?? buttons.at(-1) ?? close)?.focus();
  }, [list.data]);

  async function restore(thing: Thing, key: string): Promise<void> {
    // A second press while it is under way is the same one.
    if (restoring.has(key)) return;
    setRestoring((others) => new Set(others).add(key));
    await onRestore(thing);
    setRestoring((others) => new Set([...others].filter((other) => other !== key)));
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Recently deleted" description={description}>
      <div ref={body}>
        <ListState
          isPending={isPending}
          isError={isError && !list.data}
          isEmpty={entries.length === 0}
          empty={{ title: 'Nothing to restore', line: empty }}
          drawing="pages"
          what="what was deleted"
          retry={refetch}
        >
          <List>
            {entries.map(({ thing, key, name, about, picture, clip, deletedAt }, at) => (
              <Entry key={key}>
                <Picture>
                  {picture ? (
                    <img {...pictureSource(picture, '36px')} alt="" loading="lazy" />
                  ) : clip ? (
                    <video src={`${clip}#t=0.1`} muted playsInline preload="metadata" aria-hidden />
                  ) : (
                    <ImageOff size={16} aria-hidden />
                  )}
                </Picture>
                <Words>
                  <b dir="auto">{name}</b>
                  <span>{about}</span>
                  <span>
                    <Moment at={deletedAt} />
                  </span>
                </Words>
                <Button
                  size="small"
                  aria-busy={restoring.has(key) || undefined}
                  aria-label={`Restore ${name}, ${about}`}
                  onFocus={() => {
                    place.current = at;
                  }}
                  onClick={() => void restore(thing, key)}
                >
                  Restore
                </Button>
              </Entry>
            ))}
          </List>
          {entries.length === DELETED_THINGS && <Note>Older ones are not listed.</Note>}
        </ListState>
      </div>
    </Dialog>
  );
}
