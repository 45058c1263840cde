import styled from '@emotion/styled';
import type { CastMember } from '@storyreel/contracts';
import { Box, MapPin, UserRound } from 'lucide-react';
import { pictureSource } from '../../platform/picture-source';
import { tokens } from '../../ui';

const Round = styled.span`
  display: inline-grid;
  flex: none;
  place-items: center;
  overflow: hidden;
  border-radius: 50%;
  background: ${tokens.surface3};
  color: ${tokens.text3};
  &[data-kind='place'],
  &[data-kind='prop'] {
    border-radius: ${tokens.radiusSmall};
  }
  & img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    /* The face of a standing person is in the upper part of the picture. */
    object-position: 50% 20%;
  }
`;

const ICONS = { character: UserRound, place: MapPin, prop: Box };

/** Shows a member's leading picture, or an icon of its kind. The name is displayed beside it. */
export function Face({ member, size }: { member: Pick<CastMember, 'kind' | 'pictures'>; size: number }) {
  const Icon = ICONS[member.kind];
  const [lead] = member.pictures;
  return (
    <Round data-kind={member.kind} style={{ width: size, height: size }}>
      {lead ? (
        <img {...pictureSource(lead.url, `${size}px`)} alt="" loading="lazy" draggable={false} />
      ) : (
        <Icon size={Math.round(size * 0.55)} aria-hidden />
      )}
    </Round>
  );
}
