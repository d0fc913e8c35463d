"""Where the names of the package stand. Written by `scripts/names.py --write` from the tables of the core. Do not edit."""

ROOMS = ('context', 'errors', 'gemini_cli', 'gencode', 'opencode', 'options', 'qwen_code', 'results', 'sansio', 'tokens')
PLACES = {
    'Compactor': '_driver',
    'ConspectusError': 'errors',
    'History': '_history',
    'Options': 'options',
    'compact': '_driver',
    'context': 'context',
    'count_tokens': 'operations',
    'errors': 'errors',
    'estimate_tokens': 'operations',
    'find_split_point': 'operations',
    'gemini_cli': 'gemini_cli',
    'gencode': 'gencode',
    'legal_cuts': 'operations',
    'microcompact': 'operations',
    'opencode': 'opencode',
    'options': 'options',
    'qwen_code': 'qwen_code',
    'repair': 'operations',
    'results': 'results',
    'sansio': 'sansio',
    'slim': 'operations',
    'summarize_extractive': 'operations',
    'tokens': 'tokens',
    'validate': 'operations',
}
