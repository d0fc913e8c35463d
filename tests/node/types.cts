// Checked by `npm run types`, never run: a CommonJS program gets the types of the CommonJS entry.
import conspectus = require('conspectus');

const tokens: number = conspectus.estimateTokens([{ role: 'user', content: 'hello' }]).tokens;
const history: conspectus.History = new conspectus.History();

export = { tokens, history };
