import styled from '@emotion/styled';
import { CAST_KINDS, LIMITS } from '@storyreel/contracts';
import type { CastKind, CastMember, CastPicture, Project } from '@storyreel/contracts';
import { BookMarked, Plus, Star, Trash2, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { pictureSource } from '../../platform/picture-source';
import {
  Button,
  Card,
  Dialog,
  Field,
  IconButton,
  Input,
  mobile,
  Row,
  space,
  Stack,
  tellFailure,
  Textarea,
  tokens,
} from '../../ui';
import { refuseFile } from '../pictures/media/files';
import { useAddPicture, useCastMembers, useChangeCast } from './api';
import { KeepInLibrary, LibraryDialog, LibraryOffers } from './CastLibrary';
import { DrawSheet } from './DrawSheet';
import { Face } from './Face';

const KIND_WORDS: Record<CastKind, { one: string; many: string; add: string }> = {
  character: { one: 'character', many: 'Characters', add: 'Add Character' },
  place: { one: 'place', many: 'Places', add: 'Add Place' },
  prop: { one: 'prop', many: 'Props', add: 'Add Prop' },
};

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Tile = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: 72px;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  text-align: start;
  cursor: pointer;
  &:hover {
    border-color: ${tokens.lineStrong};
    background: ${tokens.surface2};
  }
  & strong {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    display: -webkit-box;
    overflow: hidden;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-clamp: 2;
  }
`;
const Pictures = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
  ${mobile} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
const Picture = styled.li`
  display: grid;
  gap: ${space(1)};
  & img {
    width: 100%;
    aspect-ratio: 1;
    object-fit: contain;
    border-radius: ${tokens.radiusMedia};
    background: ${tokens.surface2};
  }
  &[data-leads='true'] img {
    outline: 2px solid ${tokens.accent};
  }
`;
const LOOK_HINT = 'These words also appear in the texts below.';
const LOOK_BESIDE_IMAGES = `${LOOK_HINT} Models that take images use these instead.`;

const Hint = styled.p`
  color: ${tokens.text2};
`;

interface PicturesProps {
  project: Project;
  member: CastMember;
}

function MemberPictures({ project, member }: PicturesProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useChangeCast(project.id);
  const upload = useAddPicture(project.id);
  const { id: memberId, name, pictures } = member;
  const isFull = pictures.length >= LIMITS.picturesPerCastMember;

  function take(file: File | undefined): void {
    if (!file) return;
    const refusal = refuseFile(file, 'image');
    if (refusal) tellFailure(refusal.title, refusal.description);
    else upload.mutate({ member, file });
  }
  const label = (at: number) => `Image ${at + 1} of ${name}`;
  const lead = ({ id: pictureId }: CastPicture) =>
    mutate({ change: { action: 'lead', memberId, pictureId }, told: `First image of ${name} changed` });
  const remove = ({ id: pictureId }: CastPicture) =>
    mutate({ change: { action: 'removePicture', memberId, pictureId }, told: `Image of ${name} removed` });
  return (
    <Stack gap={3}>
      {pictures.length === 0 && (
        <Hint>
          No image yet. Draw a sheet, upload one, or open a scene, press the name there and use its main image.
        </Hint>
      )}
      <Pictures aria-label={`Images of ${name}`}>
        {pictures.map((picture, at) => (
          <Picture key={picture.id} data-leads={at === 0}>
            <img {...pictureSource(picture.url, '200px')} alt={label(at)} loading="lazy" />
            <Row gap={1}>
              {at > 0 && (
                <IconButton
                  label={`Put image ${at + 1} of ${name} first`}
                  icon={<Star size={16} aria-hidden />}
                  disabled={isPending}
                  onClick={() => lead(picture)}
                />
              )}
              <IconButton
                label={`Remove image ${at + 1} of ${name}`}
                icon={<Trash2 size={16} aria-hidden />}
                disabled={isPending}
                onClick={() => remove(picture)}
              />
            </Row>
          </Picture>
        ))}
      </Pictures>
      <Row gap={2}>
        <input
          ref={picker}
          hidden
          type="file"
          accept="image/*"
          aria-label={`Upload an image of ${name}`}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <Button
          icon={<Upload size={16} aria-hidden />}
          loading={upload.isPending}
          disabled={isFull}
          onClick={() => picker.current?.click()}
        >
          Upload Image
        </Button>
        {isFull && <Hint>There can be at most {LIMITS.picturesPerCastMember} images.</Hint>}
      </Row>
    </Stack>
  );
}

/** The member that is open in the dialog; an id that no member has means a new one. */
interface OpenMember {
  id: string | null;
  kind: CastKind;
}

interface MemberDialogProps {
  project: Project;
  kind: CastKind;
  /** The member; null for a new one. */
  member: CastMember | null;
  onClose: () => void;
}

function MemberDialog({ project, kind, member, onClose }: MemberDialogProps) {
  const formId = useId();
  const change = useChangeCast(project.id);
  const [name, setName] = useState(member?.name ?? '');
  const [look, setLook] = useState(member?.look ?? '');
  const words = KIND_WORDS[kind];
  const isChanged = member === null || name.trim() !== member.name || look.trim() !== member.look;

  function save(): void {
    const told = member ? `${name.trim()} changed` : `${name.trim()} added`;
    const asked = member
      ? ({ action: 'edit', memberId: member.id, name: name.trim(), look: look.trim() } as const)
      : ({ action: 'add', kind, name: name.trim(), look: look.trim() } as const);
    change.mutate({ change: asked, told }, { onSuccess: onClose });
  }
  function remove(): void {
    if (!member) return;
    const asked = { action: 'remove', memberId: member.id } as const;
    change.mutate({ change: asked, told: `${member.name} removed` }, { onSuccess: onClose });
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={member ? member.name : `New ${words.one}`}
      footer={
        <>
          {member && (
            <Button
              variant="ghost"
              icon={<Trash2 size={16} aria-hidden />}
              disabled={change.isPending}
              onClick={remove}
            >
              Remove
            </Button>
          )}
          <Button
            variant="primary"
            type="submit"
            form={formId}
            loading={change.isPending}
            disabled={name.trim() === '' || !isChanged}
          >
            {member ? 'Save' : words.add}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Stack gap={4}>
            <Field label="Name">
              {(ids) => (
                <Input
                  {...ids}
                  value={name}
                  maxLength={LIMITS.castName}
                  autoComplete="off"
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <Field label="Look" hint={member && member.pictures.length > 0 ? LOOK_BESIDE_IMAGES : LOOK_HINT}>
              {(ids) => (
                <Textarea
                  {...ids}
                  rows={3}
                  value={look}
                  maxLength={LIMITS.castLook}
                  onChange={(event) => setLook(event.target.value)}
                />
              )}
            </Field>
          </Stack>
        </form>
        {member && <MemberPictures project={project} member={member} />}
        {member && <DrawSheet project={project} member={member} isUnsaved={isChanged} />}
        {member && <KeepInLibrary project={project} member={member} />}
      </Stack>
    </Dialog>
  );
}

const picturesWords = (count: number): string =>
  count === 0 ? 'No image' : count === 1 ? '1 image' : `${count} images`;

/** Shows characters, places and props, with their pictures and their descriptions from the continuity details. */
export function CastSection({ project, create }: { project: Project; create: ReactNode }) {
  const members = useCastMembers(project);
  const [open, setOpen] = useState<OpenMember | null>(null);
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const shown = members.find(({ id }) => id === open?.id) ?? null;
  const isGone = open !== null && open.id !== null && shown === null;
  return (
    <Card aria-label="Cast">
      <Stack gap={4}>
        {members.length === 0 && (
          <>
            <Hint>No cast yet. Find it in your story, or add somebody yourself.</Hint>
            <div>{create}</div>
          </>
        )}
        <LibraryOffers project={project} members={members} />
        {CAST_KINDS.map((kind) => {
          const ofKind = members.filter((member) => member.kind === kind);
          if (ofKind.length === 0) return null;
          return (
            <Stack key={kind} gap={2}>
              <h3>{KIND_WORDS[kind].many}</h3>
              <Grid>
                {ofKind.map((member) => (
                  <li key={member.id}>
                    <Tile type="button" onClick={() => setOpen({ id: member.id, kind })}>
                      <Face member={member} size={56} />
                      <span>
                        <strong dir="auto">{member.name}</strong>
                        <small dir="auto">{member.look || picturesWords(member.pictures.length)}</small>
                      </span>
                    </Tile>
                  </li>
                ))}
              </Grid>
            </Stack>
          );
        })}
        <Row gap={2}>
          {CAST_KINDS.map((kind) => (
            <Button
              key={kind}
              size="small"
              icon={<Plus size={16} aria-hidden />}
              onClick={() => setOpen({ id: null, kind })}
            >
              {KIND_WORDS[kind].add}
            </Button>
          ))}
          <Button size="small" icon={<BookMarked size={16} aria-hidden />} onClick={() => setLibraryOpen(true)}>
            From Library
          </Button>
        </Row>
      </Stack>
      {isLibraryOpen && <LibraryDialog project={project} members={members} onClose={() => setLibraryOpen(false)} />}
      {open && !isGone && (
        <MemberDialog
          key={open.id ?? open.kind}
          project={project}
          kind={open.kind}
          member={shown}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}
