import styled from '@emotion/styled';
import { BULK_IMAGES_PER_DAY } from '@storyreel/contracts';
import { space, tokens } from '../../ui';

const PRICES = [
  { amount: '10 cents', unit: 'per image', zaps: '1 zap' },
  { amount: '50 cents', unit: 'per video', zaps: 'From 5 zaps, by model and length' },
  { amount: '5 cents', unit: 'per content analysis', zaps: 'Half a zap' },
] as const;

const PriceSection = styled.section`
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(16)} ${tokens.gutter};
  & > h2 {
    font-size: ${tokens.heading1};
    letter-spacing: -0.025em;
  }
  & > p {
    margin-top: ${space(2)};
    color: ${tokens.text2};
  }
`;
const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  gap: ${space(4)};
  margin-top: ${space(8)};
`;
const Price = styled.li`
  padding: ${space(6)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  & b {
    display: block;
    font-size: ${tokens.heading1};
    font-weight: 650;
    letter-spacing: -0.025em;
    font-variant-numeric: tabular-nums;
  }
  & span,
  & small {
    color: ${tokens.text2};
  }
  & small {
    display: block;
    margin-top: ${space(2)};
    font-size: ${tokens.caption};
  }
`;

export function Prices() {
  return (
    <PriceSection aria-labelledby="prices">
      <h2 id="prices">Pay as you use</h2>
      <p>
        You pay in zaps, 10 cents each, and see the price of every action before you take it. Every account is on the
        free plan: images for {BULK_IMAGES_PER_DAY} scenes a day, generated together, cost 0 zaps.
      </p>
      <List>
        {PRICES.map(({ amount, unit, zaps }) => (
          <Price key={unit}>
            <p>
              <b>{amount}</b> <span>{unit}</span>
            </p>
            <small>{zaps}</small>
          </Price>
        ))}
      </List>
    </PriceSection>
  );
}
