import styled from '@emotion/styled';
import { type Film, type FilmFiles, minutesAndSeconds } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { CalendarPlus, Captions, Download } from 'lucide-react';
import { ButtonAnchor, IconButton, Row, space, Stack, tokens } from '../../ui';
import { downloadFrom } from '../../platform/http/downloads';
import { filmFilename, postOfPart } from './api';
import { SubHeading } from './film-parts';

const List = styled.ol`
  display: grid;
  gap: ${space(2)};
`;
const Item = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  & > img {
    width: 44px;
    height: 66px;
    border-radius: ${tokens.radius};
    background: ${tokens.surface3};
    object-fit: cover;
  }
`;
const Facts = styled.div`
  flex: 1;
  min-width: 0;
  font-variant-numeric: tabular-nums;
`;
const Hint = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

const ComposerLink = createLink(ButtonAnchor);

interface FilmPartsProps {
  film: Film;
  parts: NonNullable<FilmFiles['parts']>;
  /** The project's title. */
  title: string;
}

/** Shows the parts of a film that is longer than YouTube Shorts and Reels allow. */
export function FilmParts({ film, parts, title }: FilmPartsProps) {
  const save = (address: string, number: number, extension?: string) =>
    downloadFrom(address, filmFilename(`${title} part ${number}`, film, extension));
  return (
    <Stack gap={2}>
      <SubHeading>In Parts</SubHeading>
      <Hint>
        YouTube Shorts and Reels can last up to three minutes. Each part begins with a card that shows its number, and
        can be posted separately.
      </Hint>
      <List aria-label="Parts of the film">
        {parts.map(({ url, posterUrl, srtUrl, seconds }, at) => {
          const name = `part ${at + 1}`;
          return (
            <Item key={url}>
              <img src={posterUrl} alt="" loading="lazy" decoding="async" />
              <Facts>
                Part {at + 1} of {parts.length} · {minutesAndSeconds(seconds)}
              </Facts>
              <Row gap={1}>
                <ComposerLink
                  to="/create-post"
                  search={{ ...postOfPart(film, at + 1), when: 'later' }}
                  aria-label={`Schedule ${name}`}
                  data-variant="secondary"
                  data-size="small"
                >
                  <CalendarPlus size={16} aria-hidden />
                  Schedule
                </ComposerLink>
                <IconButton
                  label={`Download ${name}`}
                  icon={<Download size={16} aria-hidden />}
                  onClick={() => save(url, at + 1)}
                />
                <IconButton
                  label={`Download the captions of ${name}`}
                  icon={<Captions size={16} aria-hidden />}
                  onClick={() => save(srtUrl, at + 1, 'srt')}
                />
              </Row>
            </Item>
          );
        })}
      </List>
    </Stack>
  );
}
