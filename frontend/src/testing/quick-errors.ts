/*
 * Skips diagnostics that nobody reads: the document printed for each failed attempt of a waiting query. The last
 * attempt's is printed when time runs out.
 */
import { configure, getConfig } from '@testing-library/dom';

const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const isAttempt = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    if (!isAttempt) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
