const NONE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE = 'bhd jod kwd omr tnd'.split(' ');

/**
 * How many digits of a payment's amount stand behind the point. By the list of the payment provider
 * (https://docs.stripe.com/currencies), for which ISK and UGX have two: `Intl` goes by what people write, and has none for
 * HUF, IDR or COP in some of its versions.
 */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase();
  return NONE.includes(code) ? 0 : THREE.includes(code) ? 3 : 2;
}
