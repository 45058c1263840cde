import styled from '@emotion/styled';
import { ChartNoAxesColumn, Clapperboard, PenLine, Share2, type LucideIcon } from 'lucide-react';
import { space, tokens } from '../../ui';

const FEATURES: readonly { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'AI Story Creation',
    text: 'A story becomes scenes with descriptions and prompts that keep characters and places consistent.',
    icon: PenLine,
  },
  {
    title: 'Visual Content',
    text: 'Four images per scene to choose from, then a vertical clip of the one you like.',
    icon: Clapperboard,
  },
  {
    title: 'Cross-Platform Posting',
    text: 'Made for YouTube, Instagram, TikTok and more: one project, every vertical format.',
    icon: Share2,
  },
  {
    title: 'Analytics & Insights',
    text: 'See what each project costs and how your content performs, down to a single generation.',
    icon: ChartNoAxesColumn,
  },
];

const Features = styled.section`
  border-block: 1px solid ${tokens.line};
  background: ${tokens.surface1};
`;
const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(240px, 1fr));
  gap: ${space(10)} ${space(8)};
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(14)} ${tokens.gutter};
  & svg {
    color: ${tokens.text2};
  }
  & h2 {
    margin: ${space(3)} 0 ${space(1.5)};
    font-size: ${tokens.heading3};
  }
  & p {
    color: ${tokens.text2};
  }
`;

export function FeatureGrid() {
  return (
    <Features aria-label="What Storyreel does">
      <Grid>
        {FEATURES.map(({ title, text, icon: Icon }) => (
          <li key={title}>
            <Icon size={20} aria-hidden />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </Grid>
    </Features>
  );
}
